// How members are read in every runtime.

import { equal, isTrue, rejection } from './assert.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const members: Behaviours<Service> = {
  'members.get returns a connected player and their rating': async (library, service) => {
    const [id] = service.players;
    const member = await partnerOf(library, service).members.get(id, {
      sport: ['pickleball', 'padel'],
    });
    equal(member.id, id);
    const rating = library.ratingFor(member, 'pickleball') ?? 0;
    isTrue(rating >= 2 && rating <= 8, `a rating from 2 to 8, not ${rating}`);
    isTrue(library.splitsFor(member, 'pickleball').length > 0, 'splits');
  },

  'members.getBulk returns several members at once': async (library, service) => {
    const found = await partnerOf(library, service).members.getBulk({ ids: service.players });
    isTrue(found.length > 1, 'several members');
    equal(found[0]?.id, service.players[0]);
  },

  'members.find returns the first result of a search': async (library, service) => {
    const { members } = partnerOf(library, service);
    const { players } = await members.search({ name: 'Mike Brennan' });
    isTrue(players[0], 'a hit');
    equal((await members.find('Mike Brennan'))?.displayName, players[0].displayName);
  },

  'members.find returns null if nobody is found': async (library, service) => {
    const { members } = partnerOf(library, service);
    equal(await members.find('Nobody at All', {}, mocked('members.search-nobody')), null);
  },

  'members.listConnected lists connected players and their scopes': async (library, service) => {
    const connected = partnerOf(library, service).members.listConnected({ maxItems: 100 });
    const [first] = await connected.toArray();
    isTrue(first?.grantedScopes.includes('user:profile:read'), 'a player and their scopes');
  },

  'usage.get returns how much of the limit is used': async (library, service) => {
    const { requests, window } = await partnerOf(library, service).usage.get();
    isTrue(requests >= 0 && window > 0, 'a count and its window');
  },

  'withResponse returns the data and its response': async (library, service) => {
    const { data, response } = await partnerOf(library, service).usage.get().withResponse();
    equal(response.status, 200);
    isTrue(/^req_/.test(response.headers.get('x-request-id') ?? ''), 'a request id');
    isTrue(data.window > 0, 'the answer');
  },

  'a single imported operation answers and fails like the client': async (
    library,
    { apiKey, baseUrl, players: [memberId] },
  ) => {
    const send = library.createSend({ apiKey, baseUrl });
    equal((await send(library.membersGet, { query: { memberId } })).id, memberId);
    const nobody = { query: { memberId: '999999999' } };
    const error = await rejection(send(library.membersGet, nobody, mocked(404)), {
      name: 'NotFoundError',
    });
    isTrue(error instanceof library.NotFoundError, 'an instance of the client’s class');
  },

  'a call that is aborted before it is sent rejects with the reason': async (library, service) => {
    const reason = new Error('No longer wanted.');
    const controller = new AbortController();
    controller.abort(reason);
    const call = partnerOf(library, service).usage.get({ signal: controller.signal });
    equal(await rejection(call, { message: reason.message }), reason);
  },
};
