/**
 * The header field that tells who calls.
 *
 * @throws TypeError where the secret cannot be sent. It is not in the message, as it would be in that
 *   of `fetch`.
 */
export function credential(
  apiKey: string | undefined,
  accessToken: string | undefined,
): Record<string, string> {
  const secret = apiKey ?? accessToken ?? '';
  if ((apiKey && accessToken) || !/^[!-~]+$/.test(secret)) {
    throw new TypeError('Set either apiKey or accessToken, in printable ASCII.');
  }
  return accessToken ? { authorization: `Bearer ${secret}` } : { 'x-api-key': secret };
}
