// Which errors the client throws in every runtime.

import { equal, isTrue, rejection } from './assert.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const errors: Behaviours<Service> = {
  'an unknown credential is an AuthenticationError': async (library, service) => {
    const stranger = partnerOf(library, { ...service, apiKey: 'prk_nobody' });
    await rejection(stranger.usage.get(mocked(401)), {
      name: 'AuthenticationError',
      code: 'unauthenticated',
      statusCode: 401,
    });
  },

  'a player who is not connected is a PermissionError': async (library, service) => {
    const [memberId] = service.players;
    const stranger = partnerOf(library, { ...service, apiKey: service.strangersKey });
    const history = stranger.members.listRatingHistory(memberId, {}, mocked('error-not_connected'));
    await rejection(history, {
      name: 'PermissionError',
      code: 'not_connected',
      statusCode: 403,
    });
  },

  'an unknown member is a NotFoundError with the request id': async (library, service) => {
    const call = partnerOf(library, service).members.get('999999999', {}, mocked(404));
    const error = await rejection(call, {
      name: 'NotFoundError',
      code: 'not_found',
      statusCode: 404,
    });
    isTrue(error instanceof library.NotFoundError, 'an instance of its class');
    isTrue(library.isPartnerRatingError(error, 'NotFoundError'), 'an error of its class');
    isTrue(/^req_/.test(String(error.requestId)), 'the request id');
    equal((error.response as Response).status, 404);
  },

  'an invalid query is a ValidationError with a pointer': async (library, service) => {
    const call = partnerOf(library, service).members.search({ limit: 1_000 });
    const error = await rejection(call, {
      name: 'ValidationError',
      code: 'validation_failed',
      statusCode: 400,
    });
    equal((error.errors as { pointer: string }[])[0]?.pointer, '/query/limit');
  },
};
