import type { FastifyReply } from 'fastify';
import type { Operation } from '../schema/operation-table.ts';
import { RenderedJson } from './rendered-json.ts';
import type { AnyReply } from './reply.ts';

interface ResponseFormat {
  contentType: string;
  isJson: boolean;
}

const undocumented: ResponseFormat = {
  contentType: 'application/json',
  isJson: true,
};

/** Creates a function that sends an operation's replies in their documented format. */
export function replySender({
  responses,
}: Operation): (reply: FastifyReply, result: AnyReply) => void {
  const formats = new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const [mediaType = undocumented.contentType] = Object.keys(content);
      const format: ResponseFormat = {
        contentType: mediaType === 'text/html' ? 'text/html; charset=utf-8' : mediaType,
        isJson: mediaType.endsWith('json'),
      };
      return [Number(status), format];
    }),
  );
  return (reply, { status, body, headers }) => {
    const { contentType, isJson } = formats.get(status) ?? undocumented;
    reply.code(status);
    if (body === undefined) {
      if (headers !== undefined) reply.headers(headers);
      reply.send();
      return;
    }
    reply.header('content-type', contentType);
    if (headers !== undefined) reply.headers(headers);
    // Without a serializer Fastify would add a charset, which JSON does not have (RFC 8259 §11).
    reply.serializer(String).send(isJson ? jsonText(body) : body);
  };
}

function jsonText(body: unknown): string {
  return body instanceof RenderedJson ? body.text : JSON.stringify(body);
}
