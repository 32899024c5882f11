/** Ends a command that was given arguments, before it does anything: with `help` where that was asked for. */
export function takesNoArguments(help: string): void {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return;
  if (argument === '--help') {
    process.stdout.write(`${help}\n`);
    process.exit(0);
  }
  process.stderr.write(`It takes no ${argument}. ${help}\n`);
  process.exit(1);
}
