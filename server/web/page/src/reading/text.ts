// Texts of heads and cells, compared as people read them.

// flat is a text without case, accents and punctuation; % and digits stay.
export const flat = (text: unknown): string => String(text).toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll("ø", "o").replaceAll("æ", "ae").replace(/[^\p{L}\p{N}%]+/gu, " ").trim();

const brackets = /\([^)]*\)|\[[^\]]*\]/g;

// plainly is flat without what stands in brackets.
export const plainly = (text: unknown): string => flat(String(text).replace(brackets, " "));

// bracketed is what stands in the brackets of a text.
export const bracketed = (text: unknown): string => flat((String(text).match(brackets) ?? []).join(" "));
