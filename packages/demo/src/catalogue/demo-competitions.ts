/** The country of a competition (null for international ones), and its first and last year if limited. */
interface Competition {
  country: string | null;
  since?: number;
  until?: number;
}

// prettier-ignore
const COMPETITIONS = {
  'La Liga': { country: 'ES' }, 'Segunda División': { country: 'ES' }, 'Copa del Rey': { country: 'ES' },
  'Primera Federación': { country: 'ES', since: 2021 }, 'Liga F': { country: 'ES' },
  'Premier League': { country: 'GB', since: 1992 }, 'EFL Championship': { country: 'GB', since: 2004 },
  'EFL League One': { country: 'GB', since: 2004 }, 'FA Cup': { country: 'GB' },
  "Women's Super League": { country: 'GB', since: 2011 }, 'Premier League 2': { country: 'GB', since: 2016 },
  'Scottish Premiership': { country: 'GB', since: 2013 }, 'Scottish Championship': { country: 'GB', since: 2013 },
  'Scottish Cup': { country: 'GB' },
  Bundesliga: { country: 'DE' }, '2. Bundesliga': { country: 'DE' }, 'DFB-Pokal': { country: 'DE' },
  '3. Liga': { country: 'DE', since: 2008 }, Regionalliga: { country: 'DE', since: 1994 }, 'Frauen-Bundesliga': { country: 'DE' },
  'Serie A': { country: 'IT' }, 'Serie B': { country: 'IT' }, 'Coppa Italia': { country: 'IT' },
  'Campionato Primavera': { country: 'IT' }, 'Serie A Femminile': { country: 'IT' },
  'Ligue 1': { country: 'FR' }, 'Ligue 2': { country: 'FR' }, 'Coupe de France': { country: 'FR' },
  'Première Ligue Féminine': { country: 'FR' },
  Eredivisie: { country: 'NL' }, 'Eerste Divisie': { country: 'NL' }, 'KNVB Beker': { country: 'NL' },
  'Primeira Liga': { country: 'PT' }, 'Liga Portugal 2': { country: 'PT' }, 'Taça de Portugal': { country: 'PT' },
  'Belgian Pro League': { country: 'BE' }, 'Coupe de Belgique': { country: 'BE' },
  'Süper Lig': { country: 'TR' }, 'Türkiye Kupası': { country: 'TR' },
  'Super League Greece': { country: 'GR' }, 'Greek Football Cup': { country: 'GR' },
  'Österreichische Bundesliga': { country: 'AT' }, 'ÖFB-Cup': { country: 'AT' },
  'Swiss Super League': { country: 'CH' }, 'Schweizer Cup': { country: 'CH' },
  Superligaen: { country: 'DK', since: 1991 }, DBUpokalen: { country: 'DK' },
  Allsvenskan: { country: 'SE' }, Superettan: { country: 'SE', since: 2000 }, 'Svenska Cupen': { country: 'SE' },
  Eliteserien: { country: 'NO' }, 'Norgesmesterskapet': { country: 'NO' },
  Ekstraklasa: { country: 'PL' }, 'I liga': { country: 'PL' }, 'Puchar Polski': { country: 'PL' },
  'Czech First League': { country: 'CZ', since: 1993 }, 'Czech Cup': { country: 'CZ', since: 1993 },
  'Nemzeti Bajnokság I': { country: 'HU' }, 'Magyar Kupa': { country: 'HU' },
  'Serbian SuperLiga': { country: 'RS', since: 2006 }, 'Serbian Cup': { country: 'RS', since: 2006 },
  HNL: { country: 'HR', since: 1992 }, 'Croatian Cup': { country: 'HR', since: 1992 },
  'Ukrainian Premier League': { country: 'UA', since: 1992 }, 'Ukrainian Cup': { country: 'UA', since: 1992 },
  'League of Ireland': { country: 'IE' }, 'FAI Cup': { country: 'IE' },
  Brasileirão: { country: 'BR' }, 'Brasileirão Série B': { country: 'BR' }, 'Copa do Brasil': { country: 'BR' },
  'Liga Profesional Argentina': { country: 'AR' }, 'Copa Argentina': { country: 'AR', since: 2011 },
  'Primera División Uruguaya': { country: 'UY' }, 'Primera División de Chile': { country: 'CL' }, 'Copa Chile': { country: 'CL' },
  'Categoría Primera A': { country: 'CO' }, 'Liga 1 Perú': { country: 'PE' },
  'Liga MX': { country: 'MX' }, 'Copa MX': { country: 'MX' },
  MLS: { country: 'US', since: 1996 }, 'U.S. Open Cup': { country: 'US' },
  'J1 League': { country: 'JP', since: 1993 }, 'J2 League': { country: 'JP', since: 1999 }, "Emperor's Cup": { country: 'JP' },
  'K League 1': { country: 'KR' }, 'Korean FA Cup': { country: 'KR', since: 1996 },
  'A-League Men': { country: 'AU', since: 2005 }, 'Australia Cup': { country: 'AU', since: 2014 },
  'Egyptian Premier League': { country: 'EG' }, 'Botola Pro': { country: 'MA' },
  'South African Premiership': { country: 'ZA', since: 1996 }, 'Saudi Pro League': { country: 'SA' },
  'Champions League': { country: null, since: 1992 }, 'UEFA Cup': { country: null, until: 2008 },
  'Europa League': { country: null, since: 2009 }, 'Conference League': { country: null, since: 2021 },
  'Copa Libertadores': { country: null }, 'Copa Sudamericana': { country: null, since: 2002 },
  'CONCACAF Champions Cup': { country: null }, 'Leagues Cup': { country: null, since: 2019 },
  'AFC Champions League': { country: null, since: 2002 }, 'CAF Champions League': { country: null, since: 1997 },
  "Women's Champions League": { country: null, since: 2001 }, 'UEFA Youth League': { country: null, since: 2013 },
  'World Cup': { country: null }, EURO: { country: null }, 'Copa América': { country: null },
  'Gold Cup': { country: null, since: 1991 }, 'Asian Cup': { country: null }, 'Africa Cup of Nations': { country: null },
  "Women's World Cup": { country: null, since: 1991 }, "Women's EURO": { country: null }, 'U21 EURO': { country: null },
} as const satisfies Record<string, Competition>;

/** The name of a competition of the demo catalogue. */
export type DemoCompetition = keyof typeof COMPETITIONS;

/** All competitions of the demo catalogue. `country` is null for international ones. */
export function listDemoCompetitions(): Array<{ name: string; country: string | null }> {
  return Object.entries(COMPETITIONS).map(([name, { country }]) => ({ name, country }));
}

/** The country of a competition. Throws for international ones. */
export function countryOf(competition: DemoCompetition): string {
  const { country } = COMPETITIONS[competition];
  if (country === null) throw new Error(`${competition} has no country`);
  return country;
}

/** Filters the competitions that existed in the season that starts in `year`. */
export function playedIn(year: number, competitions: readonly DemoCompetition[]): DemoCompetition[] {
  return competitions.filter((competition) => {
    const { since = 0, until = Infinity }: Competition = COMPETITIONS[competition];
    return since <= year && year <= until;
  });
}
