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

/** Has the mock answer with this example, or with this status. The service passes it over. */
export function mocked(answer: string | number): { headers: { prefer: string } } {
  return { headers: { prefer: `${typeof answer === 'number' ? 'code' : 'example'}=${answer}` } };
}
