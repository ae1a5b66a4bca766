import type { DemoCompetition } from './demo-competitions.ts';

/** A second, youth or women's team: it wears its club's shirts, in the seasons that begin in `since` to `until`. */
export type SideTeamRow = readonly [
  name: string,
  club: string,
  since: number,
  plays: DemoCompetition,
  until?: number,
];

/** The teams that search puts behind their clubs' first teams. */
// prettier-ignore
export const SIDE_TEAMS: readonly SideTeamRow[] = [
  ['FC Barcelona B', 'FC Barcelona', 2007, 'Segunda División'],
  ['FC Barcelona Femenino', 'FC Barcelona', 2012, 'Liga F'],
  ['Real Madrid Femenino', 'Real Madrid', 2020, 'Liga F'],
  ['Atlético de Madrid Féminas', 'Atlético de Madrid', 2012, 'Liga F'],
  ['Real Sociedad B', 'Real Sociedad', 2019, 'Primera Federación'],
  ['Málaga CF Femenino', 'Málaga CF', 2017, 'Liga F'],
  ['SL Benfica B', 'SL Benfica', 2012, 'Liga Portugal 2'],
  ['Arsenal Ladies', 'Arsenal', 2002, "Women's Super League", 2016],
  ['Arsenal Women', 'Arsenal', 2017, "Women's Super League"],
  ['Chelsea Women', 'Chelsea', 2015, "Women's Super League"],
  ['Manchester United U21', 'Manchester United', 2013, 'Premier League 2'],
  ['Chelsea U19', 'Chelsea', 2013, 'UEFA Youth League'],
  ['Olympique Lyonnais Féminine', 'Olympique Lyonnais', 2006, 'Première Ligue Féminine'],
  ['Paris Saint-Germain Féminine', 'Paris Saint-Germain', 2012, 'Première Ligue Féminine'],
  ['FC Bayern München II', 'FC Bayern München', 2000, '3. Liga'],
  ['FC Bayern München Frauen', 'FC Bayern München', 2012, 'Frauen-Bundesliga'],
  ['Borussia Dortmund II', 'Borussia Dortmund', 2009, '3. Liga'],
  ['SV Werder Bremen III', 'SV Werder Bremen', 2013, 'Regionalliga'],
  ['VfL Wolfsburg Frauen', 'VfL Wolfsburg', 2008, 'Frauen-Bundesliga'],
  ['Juventus Women', 'Juventus', 2017, 'Serie A Femminile'],
  ['Inter Youth', 'Inter', 2010, 'Campionato Primavera'],
  ['AC Milan U19', 'AC Milan', 2013, 'UEFA Youth League'],
  ['Jong Ajax', 'Ajax', 2013, 'Eerste Divisie'],
  ['Jong PSV', 'PSV Eindhoven', 2013, 'Eerste Divisie'],
  ['Ajax Women', 'Ajax', 2012, "Women's Champions League"],
];
