/** How a partner stands, in words. */
export function partnerState({
  suspendedAt,
  deletedAt,
}: {
  suspendedAt: Date | null;
  deletedAt: Date | null;
}): string {
  if (deletedAt !== null) return `deleted ${deletedAt.toISOString()}`;
  return suspendedAt === null ? 'live' : `suspended since ${suspendedAt.toISOString()}`;
}
