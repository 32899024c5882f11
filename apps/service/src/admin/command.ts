import { Command } from 'commander';
import { accountCommand } from './account/account-command.ts';
import { auditCommand } from './audit/audit-command.ts';
import { deliveryCommand } from './delivery/delivery-command.ts';
import { matchCommand } from './match/match-command.ts';
import { memberCommand } from './member/member-command.ts';
import { partnerCommand } from './partner/partner-command.ts';
import { ratingsCommand } from './ratings/ratings-command.ts';
import { secretsCommand } from './secrets/secrets-command.ts';
import type { Terminal, WithDependencies } from './terminal/terminal.ts';

/** The operator's commands: partners and their keys, members and their accounts, matches, deliveries, ratings, secrets, accounts of operators, the audit. */
export function operatorCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const command = new Command('operator')
    .description('Commands for the operator of the service. Settings come from the environment.')
    .showHelpAfterError();
  command.addCommand(partnerCommand(withDependencies, terminal));
  command.addCommand(memberCommand(withDependencies, terminal));
  command.addCommand(matchCommand(withDependencies, terminal));
  command.addCommand(deliveryCommand(withDependencies, terminal));
  command.addCommand(ratingsCommand(withDependencies, terminal));
  command.addCommand(secretsCommand(withDependencies, terminal));
  command.addCommand(accountCommand(withDependencies, terminal));
  command.addCommand(auditCommand(withDependencies, terminal));
  return command;
}
