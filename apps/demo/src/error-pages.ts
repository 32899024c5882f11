import {
  AuthenticationError,
  ConnectionError,
  OAuthError,
  PartnerRatingError,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from '@partner-rating/client';
import type { FastifyError, FastifyInstance } from 'fastify';
import { type MessagePage, sendMessage } from './pages/render.ts';

const home = { address: '/', text: 'Go to the start page' };
const connect = { address: '/connect', text: 'Connect again' };

/** Sends a page for every error that a route does not handle. */
export function registerErrorPages(app: FastifyInstance, warn: (message: string) => void): void {
  app.setNotFoundHandler(async (_request, reply) =>
    sendMessage(reply.code(404), {
      title: 'Page not found',
      paragraphs: ['The club has no page at this address.'],
      link: home,
    }),
  );

  app.setErrorHandler(async (error: FastifyError, _request, reply) => {
    if (error instanceof PartnerRatingError) {
      warn(error.message);
      return sendMessage(reply.code(502), errorPage(error));
    }
    const isClientError = error.statusCode !== undefined && error.statusCode < 500;
    if (!isClientError) warn(error.stack ?? error.message);
    return sendMessage(reply.code(isClientError ? Number(error.statusCode) : 500), {
      title: isClientError ? 'The request is not valid' : 'Something went wrong here',
      paragraphs: [
        isClientError
          ? 'Your browser sent a request that this page does not accept.'
          : 'The club has an error. The terminal shows the details.',
      ],
      link: home,
    });
  });
}

/** Returns the page for an error of the client. The page says what the error means for the player. */
export function errorPage(error: PartnerRatingError): MessagePage {
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return {
      title: 'The rating service does not respond',
      paragraphs: ['It may have been stopped. Start it again, then reload this page.'],
      link: home,
    };
  }
  // A `TokenSession` throws `invalid_grant` if the player has ended the connection, or was away for 90 days.
  const isEnded = error instanceof OAuthError && error.errorCode === 'invalid_grant';
  if (isEnded || error instanceof AuthenticationError) {
    return {
      title: 'Your connection has ended',
      paragraphs: ['The club can no longer read your rating. Connect again to continue.'],
      link: connect,
    };
  }
  if (error instanceof PermissionError) {
    return {
      title: 'The club may not do that',
      paragraphs: ['The club has no permission for this. If you did not allow it, connect again.'],
      link: connect,
    };
  }
  if (error instanceof RateLimitError) {
    const seconds = error.retryAfter ?? 60;
    return {
      title: 'Too many requests',
      paragraphs: [
        `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then reload this page.`,
      ],
      link: home,
    };
  }
  return {
    title: 'The rating service refused',
    paragraphs: [`Try again later, or ask the club for help (${error.requestId ?? error.code}).`],
    link: home,
  };
}
