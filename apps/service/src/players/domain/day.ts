/** The UTC calendar day of a moment, `YYYY-MM-DD`. */
export function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
