/** The brands of the demo catalogue's kits, in the order in which they are imported. */
export const DEMO_BRANDS = [
  'adidas',
  'Nike',
  'Puma',
  'Umbro',
  'Kappa',
  'Lotto',
  'Kelme',
  'Joma',
  'Hummel',
  'Reebok',
  'Asics',
  'Diadora',
  'Macron',
  'New Balance',
  'Castore',
  'Under Armour',
  'Warrior',
  'Le Coq Sportif',
  'Erreà',
  'Mizuno',
  'Penalty',
  'Topper',
  'Uhlsport',
  'Jako',
  'Craft',
  'Admiral',
  'Meyba',
  'Luanvi',
  'Astore',
  'Li-Ning',
  'Xtep',
  'Olympikus',
  'Finta',
  'Marathon',
  'Walon',
  'Charly',
  'Pirma',
  'Legea',
  'Mitre',
  'Burrda',
  'Airness',
  "O'Neills",
  'Pony',
  'Lonsdale',
  'Sudu',
  'Dryworld',
  'goool.de',
  'Saller',
  'Stanno',
  'Do You Football',
  'DIIY',
  'Fila',
  'EA7',
  'Champion',
  'Capelli',
  'Olan',
  'Atletica',
  'ABA Sport',
  'Pro-Specs',
  'Mouj',
  'Victory',
  'Duneus',
  'Sporta',
  'One All Sports',
] as const;

/** The name of a demo brand. */
export type DemoBrand = (typeof DEMO_BRANDS)[number];

/**
 * A team's brands by the year of their first kits. The lowest year is the first for which the team has kits.
 */
export type BrandEras = Readonly<Record<number, DemoBrand>>;

/** The first year for which a team has kits. */
export function firstYearOf(eras: BrandEras): number {
  return Math.min(...Object.keys(eras).map(Number));
}

/** The brand of a team's kits in a year: that of the latest era that had started. */
export function brandIn(eras: BrandEras, year: number): DemoBrand {
  const started = Object.entries(eras).filter(([start]) => Number(start) <= year);
  const era = started.reduce((latest, next) => (Number(next[0]) > Number(latest[0]) ? next : latest));
  return era[1];
}
