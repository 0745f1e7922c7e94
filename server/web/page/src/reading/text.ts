// Texts of heads and cells, compared as people read them.

// kept remembers what was made of a text: a table compares each head with thousands of names.
export function kept<T>(make: (text: string) => T): (text: unknown) => T {
  const known = new Map<string, T>();
  return (given) => {
    const text = String(given);
    let made = known.get(text);
    if (made === undefined) known.set(text, made = make(text));
    return made;
  };
}

// flat is a text without case, accents and punctuation; % and digits stay.
export const flat = kept((text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll("ø", "o").replaceAll("æ", "ae").replace(/[^\p{L}\p{N}%]+/gu, " ").trim());

const brackets = /\([^)]*\)|\[[^\]]*\]/g;

// plainly is flat without what stands in brackets.
export const plainly = kept((text) => flat(text.replace(brackets, " ")));

// bracketed is what stands in the brackets of a text.
export const bracketed = kept((text) => flat((text.match(brackets) ?? []).join(" ")));
