import type { Operation } from '../schema/operation-table.ts';
import { jsonWriter } from './json-writer.ts';
import type { OAuthError } from './oauth-error.ts';
import type { ProblemError } from './problem-error.ts';
import { type AnyReply, type ReplyHeaders, replyOf } from './reply.ts';

/** A reply in its documented format. */
export interface WrittenReply {
  status: number;
  /** Header fields of the reply, which may contain another content type. */
  headers: ReplyHeaders | undefined;
  /** `undefined` if there is no body. */
  contentType: string | undefined;
  body: string | undefined;
}

interface ResponseFormat {
  contentType: string;
  write: (body: unknown) => string;
}

const undocumented: ResponseFormat = {
  contentType: 'application/json',
  write: jsonWriter(undefined),
};

/**
 * Creates a function that writes the replies of an operation in their documented format.
 *
 * @param dropsUndeclared - whether undeclared fields of a JSON body are removed.
 */
export function replyWriter(
  { responses }: Operation,
  dropsUndeclared: boolean,
): (result: AnyReply | ProblemError | OAuthError) => WrittenReply {
  const formats = new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const [[mediaType, schema] = [undocumented.contentType, undefined]] = Object.entries(content);
      const format: ResponseFormat = {
        contentType: mediaType === 'text/html' ? 'text/html; charset=utf-8' : mediaType,
        write: mediaType.endsWith('json')
          ? jsonWriter(dropsUndeclared ? schema : undefined)
          : String,
      };
      return [Number(status), format];
    }),
  );
  return (result) => {
    const { status, body, headers } = replyOf(result);
    if (body === undefined) return { status, headers, contentType: undefined, body };
    const { contentType, write } = formats.get(status) ?? undocumented;
    return { status, headers, contentType, body: write(body) };
  };
}
