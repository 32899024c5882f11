import type { ClientOptions, PartnerRatingClient } from '@partner-rating/client';
import type { Library, Service } from './setting.ts';

/** The client of the partner application. */
export function partnerOf(
  { PartnerRatingClient }: Library,
  { apiKey, baseUrl }: Service,
  options: Omit<ClientOptions, 'apiKey' | 'accessToken'> = {},
): PartnerRatingClient {
  return new PartnerRatingClient({ apiKey, baseUrl, ...options });
}

/** Returns the header that makes the mock answer with this example or status. The service ignores the header. */
export function mocked(answer: string | number): { headers: { prefer: string } } {
  return { headers: { prefer: `${typeof answer === 'number' ? 'code' : 'example'}=${answer}` } };
}
