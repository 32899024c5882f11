import {
  AuthenticationError,
  ConnectionError,
  PartnerRatingError,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from '@partner-rating/client';
import type { FastifyError, FastifyInstance } from 'fastify';
import { sendMessage } from './pages/answer.ts';
import type { MessagePage } from './pages/render.ts';

const home = { address: '/', text: 'To the start page' };
const connect = { address: '/connect', text: 'Connect once more' };

/** Answers with a page whatever a route could not deal with. */
export function answerFailures(app: FastifyInstance, warn: (sentence: string) => void): void {
  app.setNotFoundHandler(async (_request, reply) =>
    sendMessage(reply.code(404), {
      title: 'There is no such page',
      paragraphs: ['The club has nothing at this address.'],
      link: home,
    }),
  );

  app.setErrorHandler(async (error: FastifyError, _request, reply) => {
    if (error instanceof PartnerRatingError) return sendMessage(reply.code(502), explain(error));
    const isOfRequest = error.statusCode !== undefined && error.statusCode < 500;
    if (!isOfRequest) warn(error.stack ?? error.message);
    return sendMessage(reply.code(isOfRequest ? Number(error.statusCode) : 500), {
      title: isOfRequest ? 'That cannot be read' : 'Something went wrong here',
      paragraphs: [
        isOfRequest
          ? 'What your browser sent is not what this page takes.'
          : 'It is a fault of the club, not yours. The terminal says more.',
      ],
      link: home,
    });
  });
}

/** What a refusal or a silence of the service means for the player. */
export function explain(error: PartnerRatingError): MessagePage {
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return {
      title: 'The rating service does not answer',
      paragraphs: ['It may have been stopped. Start it again, then load this page once more.'],
      link: home,
    };
  }
  if (error instanceof AuthenticationError) {
    return {
      title: 'Your connection has run out',
      paragraphs: ['The club may read your rating for an hour; then it asks you again.'],
      link: connect,
    };
  }
  if (error instanceof PermissionError) {
    return { title: 'The club may not do that', paragraphs: [error.message], link: connect };
  }
  if (error instanceof RateLimitError) {
    const seconds = error.retryAfter ?? 60;
    return {
      title: 'That was too much at once',
      paragraphs: [`Wait ${seconds} seconds, then load this page once more.`],
      link: home,
    };
  }
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  return {
    title: 'The rating service refused',
    paragraphs: [`${error.message}${request}`],
    link: home,
  };
}
