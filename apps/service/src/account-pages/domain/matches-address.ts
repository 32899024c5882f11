export const MATCHES_PATH = '/account/matches';

/** The address of the page of matches that were played before one, or of the first. */
export function matchesAddress(before: string | null): string {
  return before === null ? MATCHES_PATH : `${MATCHES_PATH}?before=${before}`;
}

/** Whether a form names one of these pages to go back to. */
export function isMatchesAddress(text: string | null): text is string {
  return text !== null && /^\/account\/matches(\?before=mat_[0-9a-z]{26})?$/.test(text);
}
