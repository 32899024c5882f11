/** A program that makes the calls of a sample. */
export function sampleProgram(code: string): string {
  return [
    'from partner_rating import PartnerRatingClient',
    '',
    '# The key is read from SERVICE_API_KEY.',
    'client = PartnerRatingClient(environment="local")',
    '',
    code,
    '',
  ].join('\n');
}
