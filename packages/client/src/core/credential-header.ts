/**
 * Returns the header field with the credential.
 *
 * @throws TypeError if the secret cannot be sent. Unlike a message of `fetch`, this message does not
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
