import { describe, expect, it } from '@jest/globals';
import { isSecondaryTeam, primaryTeamsFirst } from './secondary-teams.ts';

describe('isSecondaryTeam', () => {
  it.each([
    'Real Madrid II',
    'Barcelona III',
    'FC Porto B',
    'Sevilla C',
    'B 1909',
    '(B) Team',
    'Bilbao-B',
    'II',

    'Jong Ajax',
    'jong psv',
    'Leeds Youth',
    'YOUTH',
    'Arsenal U17',
    'u18',
    'Ajax U19',
    'U20',
    'U21',
    'u22',
    'Spain U23',

    'Arsenal Ladies',
    'LADIES',
    'Chelsea Women',
    'women',
    'Atlético Femenino',
    'Athletic Féminas',
    'Feminas',

    'Lyon Féminine',
    'PSG Féminines',
    'feminine',
    'FEMININES',
    'FÉMININES',
    'Fe\u0301minas',
    'Bayern Frauen',
    'frauen-team',
  ])('returns true for %s', (name) => {
    expect(isSecondaryTeam(name)).toBe(true);
  });

  it.each([
    'Real Madrid',
    'Barcelona ii',
    'Barcelona iii',
    'FC Porto b',
    'c',
    'Ii',
    'IIII',
    'IV',
    'XII',
    'I',
    'BC',
    'CB',

    'ÉB',
    'B1909',
    '2B',
    'FCB',
    'Jongno',
    'Youthful',
    'Young Boys',
    'U16',
    'U24',
    'U190',
    'FU19',
    'U 19',
    'U1',
    'U2',
    'Womensley',
    'Gentlewomen',
    'Ladiesburg',
    'Femenina',
    'Femininos',
    'Frauenfeld',
    'Feminist FC',
    '',
  ])('returns false for %s', (name) => {
    expect(isSecondaryTeam(name)).toBe(false);
  });
});

describe('primaryTeamsFirst', () => {
  it('moves secondary teams to the end and keeps the order within both groups', () => {
    const kits = ['X B', 'Y', 'Z Women', 'A', 'W U19', 'B FC'].map((team_name) => ({ team_name }));
    expect(primaryTeamsFirst(kits).map(({ team_name: name }) => name)).toEqual([
      'Y',
      'A',
      'X B',
      'Z Women',
      'W U19',
      'B FC',
    ]);
  });

  it('does not modify its input', () => {
    const kits = [{ team_name: 'X B' }, { team_name: 'Y' }];
    primaryTeamsFirst(kits);
    expect(kits).toEqual([{ team_name: 'X B' }, { team_name: 'Y' }]);
  });
});
