import type { FastifyReply } from 'fastify';
import type { Operation } from '../schema/operation-table.ts';
import { RenderedJson } from './rendered-json.ts';
import type { AnyReply } from './reply.ts';

interface AnswerForm {
  contentType: string;
  isJson: boolean;
  isSecret: boolean;
}

const undocumented: AnswerForm = { contentType: 'application/json', isJson: true, isSecret: false };

/** Makes what sends an operation's replies, in the form the document gives each status. */
export function replySender({
  responses,
}: Operation): (reply: FastifyReply, answer: AnyReply) => void {
  const forms = new Map(
    Object.entries(responses).map(([status, { content, headers }]) => {
      const [mediaType = undocumented.contentType] = Object.keys(content);
      const form: AnswerForm = {
        contentType: mediaType === 'text/html' ? 'text/html; charset=utf-8' : mediaType,
        isJson: mediaType.endsWith('json'),
        isSecret: 'cache-control' in headers,
      };
      return [Number(status), form];
    }),
  );
  return (reply, { status, body, headers }) => {
    const { contentType, isJson, isSecret } = forms.get(status) ?? undocumented;
    reply.code(status);
    if (isSecret) reply.header('cache-control', 'no-store');
    if (body === undefined) {
      if (headers !== undefined) reply.headers(headers);
      reply.send();
      return;
    }
    reply.header('content-type', contentType);
    if (headers !== undefined) reply.headers(headers);
    // As it is: Fastify would add a charset, which JSON has no use for (RFC 8259 §11).
    reply.serializer(String).send(isJson ? jsonText(body) : body);
  };
}

function jsonText(body: unknown): string {
  return body instanceof RenderedJson ? body.text : JSON.stringify(body);
}
