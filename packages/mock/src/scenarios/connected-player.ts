import { players, type Scenario } from './scenario.ts';

export const connectedPlayer: Scenario = {
  description:
    'Mike Brennan is connected and rated, a batch was rated, and webhooks arrive. ' +
    'It is the default, where no other scenario is chosen.',
  player: players.mike,
};
