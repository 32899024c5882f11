/**
 * The header field with the credential.
 *
 * @throws TypeError where the secret cannot be sent. Unlike the message of `fetch`, this one does not
 *   contain it.
 */
export function credentialHeader(
  apiKey: string | undefined,
  accessToken: string | undefined,
): Record<string, string> {
  const secret = apiKey ?? accessToken ?? '';
  if ((apiKey && accessToken) || !/^[!-~]+$/.test(secret)) {
    throw new TypeError('Set either apiKey or accessToken, in printable ASCII.');
  }
  return accessToken ? { authorization: `Bearer ${secret}` } : { 'x-api-key': secret };
}
