import type { AnyReply, OperationCall } from '@partner-rating/server';
import { baseAddress, type Dependencies } from '../configuration/dependencies.ts';
import type { Caller } from './caller.ts';

/** Adds `Location` to a 201 that shows what was created by its id, replayed or not (RFC 9110 section 15.3.2). */
export function withLocation(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { operation }: Pick<OperationCall<Caller>, 'operation'>,
  reply: AnyReply,
): AnyReply {
  if (reply.status !== 201 || !operation.idempotent) return reply;
  const { id } = reply.body as { id: string };
  const location = `${baseAddress(dependencies)}${operation.path}/${id}`;
  return { ...reply, headers: { ...reply.headers, location } };
}
