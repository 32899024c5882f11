/** What the audit says of each act that concerns operators alone. */
export function actOfOperator(now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId: null, memberId: null } as const;
}
