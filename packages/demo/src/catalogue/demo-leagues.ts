import { countryOf, type DemoCompetition } from './demo-competitions.ts';

/** The other competitions in which a league's clubs play, and the league's calendar. */
export interface DemoLeague {
  /** ISO 3166-1; in the United Kingdom ISO 3166-2. */
  country: string;
  /** The next lower league. */
  below?: DemoCompetition;
  cup?: DemoCompetition;
  /** The continent's cups, the highest first. */
  continental: readonly (readonly DemoCompetition[])[];
  /** The first year whose season is a calendar year. Without it, seasons span two years. */
  calendarSince?: number;
}

// UEFA's second cup was renamed in 2009. Each season uses the name of its time.
const EUROPE = [['Champions League'], ['UEFA Cup', 'Europa League']] as const;
const SOUTH_AMERICA = [['Copa Libertadores'], ['Copa Sudamericana']] as const;
const NORTH_AMERICA = [['CONCACAF Champions Cup'], ['Leagues Cup']] as const;
const ASIA = [['AFC Champions League']] as const;
const AFRICA = [['CAF Champions League']] as const;

const ALWAYS = 1990;

// prettier-ignore
const LEAGUES = {
  'La Liga': { below: 'Segunda División', cup: 'Copa del Rey', continental: EUROPE },
  'Premier League': { country: 'GB-ENG', below: 'EFL Championship', cup: 'FA Cup', continental: EUROPE },
  'EFL League One': { country: 'GB-ENG', cup: 'FA Cup', continental: [] },
  'Scottish Premiership': { country: 'GB-SCT', below: 'Scottish Championship', cup: 'Scottish Cup', continental: EUROPE },
  Bundesliga: { below: '2. Bundesliga', cup: 'DFB-Pokal', continental: EUROPE },
  'Serie A': { below: 'Serie B', cup: 'Coppa Italia', continental: EUROPE },
  'Ligue 1': { below: 'Ligue 2', cup: 'Coupe de France', continental: EUROPE },
  Eredivisie: { below: 'Eerste Divisie', cup: 'KNVB Beker', continental: EUROPE },
  'Primeira Liga': { below: 'Liga Portugal 2', cup: 'Taça de Portugal', continental: EUROPE },
  'Belgian Pro League': { cup: 'Coupe de Belgique', continental: EUROPE },
  'Süper Lig': { cup: 'Türkiye Kupası', continental: EUROPE },
  'Super League Greece': { cup: 'Greek Football Cup', continental: EUROPE },
  'Österreichische Bundesliga': { cup: 'ÖFB-Cup', continental: EUROPE },
  'Swiss Super League': { cup: 'Schweizer Cup', continental: EUROPE },
  Superligaen: { cup: 'DBUpokalen', continental: EUROPE },
  Allsvenskan: { below: 'Superettan', cup: 'Svenska Cupen', continental: EUROPE, calendarSince: ALWAYS },
  Eliteserien: { cup: 'Norgesmesterskapet', continental: EUROPE, calendarSince: ALWAYS },
  Ekstraklasa: { below: 'I liga', cup: 'Puchar Polski', continental: EUROPE },
  'Czech First League': { cup: 'Czech Cup', continental: EUROPE },
  'Nemzeti Bajnokság I': { cup: 'Magyar Kupa', continental: EUROPE },
  'Serbian SuperLiga': { cup: 'Serbian Cup', continental: EUROPE },
  HNL: { cup: 'Croatian Cup', continental: EUROPE },
  'Ukrainian Premier League': { cup: 'Ukrainian Cup', continental: EUROPE },
  'League of Ireland': { cup: 'FAI Cup', continental: EUROPE, calendarSince: 2003 },
  Brasileirão: { below: 'Brasileirão Série B', cup: 'Copa do Brasil', continental: SOUTH_AMERICA, calendarSince: ALWAYS },
  'Liga Profesional Argentina': { cup: 'Copa Argentina', continental: SOUTH_AMERICA, calendarSince: 2021 },
  'Primera División Uruguaya': { continental: SOUTH_AMERICA, calendarSince: 2017 },
  'Primera División de Chile': { cup: 'Copa Chile', continental: SOUTH_AMERICA, calendarSince: ALWAYS },
  'Categoría Primera A': { continental: SOUTH_AMERICA, calendarSince: ALWAYS },
  'Liga 1 Perú': { continental: SOUTH_AMERICA, calendarSince: ALWAYS },
  'Liga MX': { cup: 'Copa MX', continental: NORTH_AMERICA },
  MLS: { cup: 'U.S. Open Cup', continental: NORTH_AMERICA, calendarSince: ALWAYS },
  'J1 League': { below: 'J2 League', cup: "Emperor's Cup", continental: ASIA, calendarSince: ALWAYS },
  'K League 1': { cup: 'Korean FA Cup', continental: ASIA, calendarSince: ALWAYS },
  'A-League Men': { cup: 'Australia Cup', continental: ASIA },
  'Saudi Pro League': { continental: ASIA },
  'Egyptian Premier League': { continental: AFRICA },
  'Botola Pro': { continental: AFRICA },
  'South African Premiership': { continental: AFRICA },
} as const satisfies Partial<Record<DemoCompetition, Omit<DemoLeague, 'country'> & { country?: string }>>;

/** The name of a league whose clubs are in the demo catalogue. */
export type DemoLeagueName = keyof typeof LEAGUES;

/** A league with its country. */
export function leagueOf(name: DemoLeagueName): DemoLeague {
  return { country: countryOf(name), ...LEAGUES[name] };
}
