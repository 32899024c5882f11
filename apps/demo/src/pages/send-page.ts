import type { FastifyReply } from 'fastify';
import { type MessagePage, renderMessage } from './render.ts';

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

export function sendMessage(reply: FastifyReply, page: MessagePage): FastifyReply {
  return sendPage(reply, renderMessage(page));
}
