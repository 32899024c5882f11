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

/** What tokens a partner gets, in words. */
export function describeTokens(requireDpop: boolean): string {
  return requireDpop ? 'bound to a key (DPoP) only' : 'bearer, or bound to a key (DPoP)';
}
