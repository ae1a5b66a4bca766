/** The makers of the demo catalogue's kits, in the order in which they are written. */
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

/** The name of a maker. */
export type DemoBrand = (typeof DEMO_BRANDS)[number];

/** Who made a club's kits from which year on; the first year is also the first of its kits. */
export type BrandEras = Readonly<Record<number, DemoBrand>>;

/** The first year of a club's eras. */
export function firstYearOf(eras: BrandEras): number {
  return Math.min(...Object.keys(eras).map(Number));
}

/** The maker in a year; the latest era that began by then. */
export function brandIn(eras: BrandEras, year: number): DemoBrand {
  const begun = Object.entries(eras).filter(([start]) => Number(start) <= year);
  const era = begun.reduce((latest, next) => (Number(next[0]) > Number(latest[0]) ? next : latest));
  return era[1];
}
