/** What the audit says of each act of an operator about a member. */
export function actOn(memberId: string, now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId: null, memberId } as const;
}
