// weeksOf parts days into weeks that begin on Monday.
export function weeksOf(dates: string[]): string[][] {
  const monday = (date: string) => { const at = new Date(`${date}T00:00Z`); return at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7)); };
  return [...Map.groupBy(dates, monday).values()];
}
