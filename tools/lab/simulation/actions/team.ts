import { expectEqual, expectThat } from '../finding.ts';
import { runCommand, runToSuccess } from '../world/command-line.ts';
import { PARTNERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

interface ManageTeam {
  partner: number;
  person: number;
  removes: boolean;
}

const PEOPLE = 3;

/** An operator invites somebody to a partner's team, or removes them. */
export const manageTeam: Action<ManageTeam> = {
  weight: 0.5,
  commands: ['partner team add', 'partner team list', 'partner team remove', 'partner requests'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    person: upTo(random, PEOPLE),
    removes: random() < 0.4,
  }),
  play: async (world, { partner, person, removes }) => {
    const { clientId, name } = world.partner(partner);
    const email = `developer-${person}@${clientId}.example`;
    const idOf = async () => {
      const team = await runToSuccess(world, 'partner', 'team', 'list', clientId);
      const found = team.filter((one) => one.email === email);
      expectThat(found.length <= 1, () => `${email} is in the team of ${name} twice.`);
      return found[0]?.teamMemberId;
    };
    const known = await idOf();
    if (removes) {
      if (known === undefined) return `${email} is not in the team of ${name}.`;
      await runToSuccess(world, 'partner', 'team', 'remove', clientId, String(known));
      expectEqual(await idOf(), undefined, `${email} was removed from the team of ${name}`);
      return `The operator removes ${email} from the team of ${name}.`;
    }
    const words = ['partner', 'team', 'add', clientId, '--email', email, '--role', 'developer'];
    await runCommand(world, ...words);
    expectThat((await idOf()) !== undefined, () => `${email} was invited, and is not in the team.`);
    const [counted] = await runToSuccess(world, 'partner', 'requests', clientId);
    expectThat(Array.isArray(counted?.days), () => `The requests of ${name} have no days.`);
    return `The operator invites ${email} to the team of ${name}.`;
  },
};
