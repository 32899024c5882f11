import { OAuthError, type TokenSession } from '@partner-rating/client';

/** Your route `GET /api/v1/*`: sends the call to the service, with the token of the player who is logged in. */
export async function forward(request: Request, session: TokenSession): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  try {
    const authorization = `Bearer ${await session.accessToken()}`;
    // `fetch` would decompress the body, and the response would still say that it is compressed.
    const headers = { authorization, 'accept-encoding': 'identity' };
    return await fetch(`https://ratings.example${pathname}${search}`, { headers });
  } catch (error) {
    const hasEnded = error instanceof OAuthError && error.errorCode === 'invalid_grant';
    if (!hasEnded) throw error;
    return new Response(null, { status: 401 });
  }
}
