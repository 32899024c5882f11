import { balancePlayers, predictMatch, skillOf, usualFormat } from '@partner-rating/ratings';

const format = { ...usualFormat('padel'), bestOf: 3 };

/** Ratings as the API returns them. */
const players = [
  { name: 'Ann', rating: 4.512, reliability: 0.91 },
  { name: 'Bob', rating: 3.874, reliability: 0.84 },
  { name: 'Cem', rating: 3.655, reliability: 0.77 },
  { name: 'Dee', rating: 3.5, reliability: 0 },
];
const skills = players.map(skillOf);

const [ann, bob, cem, dee] = skills;
if (ann && bob && cem && dee) {
  const { winProbability } = predictMatch(
    [
      [ann, bob],
      [cem, dee],
    ],
    format,
  );
  console.log(`Ann and Bob win ${winProbability[0]?.toFixed(2)} of their matches.`);
}

const [fairest] = balancePlayers(skills, { teamSize: 2, format });
for (const { teams, winProbability } of fairest?.courts ?? []) {
  const names = teams.map((team) => team.map((position) => players[position]?.name).join(' and '));
  console.log(`${names.join(' against ')}: ${winProbability[0]?.toFixed(2)}`);
}
