import type { FastifyReply } from 'fastify';
import type { Operation } from '../schema/operation-table.ts';
import { jsonWriter } from './json-writer.ts';
import type { AnyReply } from './reply.ts';

interface ResponseFormat {
  contentType: string;
  /** Writes a body as text; `undefined` where it is text. */
  write: ((body: unknown) => string) | undefined;
}

const undocumented: ResponseFormat = {
  contentType: 'application/json',
  write: jsonWriter(undefined),
};

/**
 * Creates a function that sends an operation's replies in their documented format.
 *
 * @param dropsUndeclared - whether undeclared fields of a JSON body are left out.
 */
export function replySender(
  { responses }: Operation,
  dropsUndeclared: boolean,
): (reply: FastifyReply, result: AnyReply) => void {
  const formats = new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const [[mediaType, schema] = [undocumented.contentType, undefined]] = Object.entries(content);
      const format: ResponseFormat = {
        contentType: mediaType === 'text/html' ? 'text/html; charset=utf-8' : mediaType,
        write: mediaType.endsWith('json')
          ? jsonWriter(dropsUndeclared ? schema : undefined)
          : undefined,
      };
      return [Number(status), format];
    }),
  );
  return (reply, { status, body, headers }) => {
    const { contentType, write } = formats.get(status) ?? undocumented;
    reply.code(status);
    if (body === undefined) {
      if (headers !== undefined) reply.headers(headers);
      reply.send();
      return;
    }
    reply.header('content-type', contentType);
    if (headers !== undefined) reply.headers(headers);
    // Without a serializer Fastify would add a charset, which JSON does not have (RFC 8259 §11).
    reply.serializer(String).send(write === undefined ? body : write(body));
  };
}
