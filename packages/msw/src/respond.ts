import type { OperationId } from '@partner-rating/client';
import {
  type ExampleAnswer,
  ExampleService,
  type StaticAnswer,
} from '@partner-rating/client/testing';
import { HttpResponse } from 'msw';
import { echo } from './echo.ts';

/**
 * Returns the response to a request, whose address is that of the service. An example repeats values of the request; a
 * custom answer is sent unchanged.
 */
export async function respond<Id extends OperationId>(
  operation: Id,
  answer: ExampleAnswer<Id> | undefined,
  request: Request,
): Promise<Response> {
  const service = new ExampleService();
  let given: StaticAnswer<Id> | undefined;
  if (answer !== undefined) {
    service.answer(operation, async (sent) => {
      given = typeof answer === 'function' ? await answer(sent) : answer;
      return given;
    });
  }
  const response = await service.fetch(request).catch((error: unknown) => {
    if (error !== given) throw error;
    return HttpResponse.error();
  });
  const [sent] = service.requests;
  const isExample = given === undefined || typeof given === 'string' || 'example' in given;
  const isJson = response.headers.get('content-type') === 'application/json';
  if (!sent || !isExample || !response.ok || !isJson) return response;
  const { status, headers } = response;
  return new Response(JSON.stringify(echo(await response.json(), sent)), { status, headers });
}
