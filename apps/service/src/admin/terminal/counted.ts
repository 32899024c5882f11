/** A number with what it counts. */
export function counted(amount: number, one: string, several: string): string {
  return `${amount} ${amount === 1 ? one : several}`;
}
