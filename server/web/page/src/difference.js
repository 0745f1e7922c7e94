// How much more or less one amount is than another.
export function difference(amount, cash) {
  const exact = Math.round(amount * 100) / 100;
  return exact > 0 ? `+${cash(exact)}` : exact === 0 ? "±0" : cash(exact);
}
