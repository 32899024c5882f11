/** A moment as a field for day and time has it, in UTC; null for none. */
export function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
