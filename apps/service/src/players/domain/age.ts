/** Whole years between a birth date (`YYYY-MM-DD`) and the UTC calendar day of a moment. */
export function ageOn(birthDate: string, moment: Date): number {
  const day = moment.toISOString().slice(0, 10);
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const hadBirthday = day.slice(5) >= birthDate.slice(5);
  return hadBirthday ? years : years - 1;
}
