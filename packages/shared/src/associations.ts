import { countryName } from './country-codes.ts';

/** FIFA's codes of its member associations by country; the last line has those of former countries. */
const CODES = `AD:AND AE:UAE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:ANG AR:ARG AS:ASA AT:AUT AU:AUS AW:ARU AZ:AZE BA:BIH
  BB:BRB BD:BAN BE:BEL BF:BFA BG:BUL BH:BHR BI:BDI BJ:BEN BM:BER BN:BRU BO:BOL BR:BRA BS:BAH BT:BHU BW:BOT BY:BLR BZ:BLZ
  CA:CAN CD:COD CF:CTA CG:CGO CH:SUI CI:CIV CK:COK CL:CHI CM:CMR CN:CHN CO:COL CR:CRC CU:CUB CV:CPV CW:CUW CY:CYP CZ:CZE
  DE:GER DJ:DJI DK:DEN DM:DMA DO:DOM DZ:ALG EC:ECU EE:EST EG:EGY ER:ERI ES:ESP ET:ETH FI:FIN FJ:FIJ FO:FRO FR:FRA GA:GAB
  GD:GRN GE:GEO GH:GHA GI:GIB GM:GAM GN:GUI GQ:EQG GR:GRE GT:GUA GU:GUM GW:GNB GY:GUY HK:HKG HN:HON HR:CRO HT:HAI HU:HUN
  ID:IDN IE:IRL IL:ISR IN:IND IQ:IRQ IR:IRN IS:ISL IT:ITA JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:CAM KM:COM KN:SKN KP:PRK
  KR:KOR KW:KUW KY:CAY KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:SRI LR:LBR LS:LES LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MD:MDA
  ME:MNE MG:MAD MK:MKD ML:MLI MM:MYA MN:MNG MO:MAC MR:MTN MS:MSR MT:MLT MU:MRI MV:MDV MW:MWI MX:MEX MY:MAS MZ:MOZ NA:NAM
  NC:NCL NE:NIG NG:NGA NI:NCA NL:NED NO:NOR NP:NEP NZ:NZL OM:OMA PA:PAN PE:PER PF:TAH PG:PNG PH:PHI PK:PAK PL:POL PR:PUR
  PS:PLE PT:POR PY:PAR QA:QAT RO:ROU RS:SRB RU:RUS RW:RWA SA:KSA SB:SOL SC:SEY SD:SDN SE:SWE SG:SGP SI:SVN SK:SVK SL:SLE
  SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV SY:SYR SZ:SWZ TC:TCA TD:CHA TG:TOG TH:THA TJ:TJK TL:TLS TM:TKM TN:TUN
  TO:TGA TR:TUR TT:TRI TW:TPE TZ:TAN UA:UKR UG:UGA US:USA UY:URU UZ:UZB VC:VIN VE:VEN VG:VGB VI:VIR VN:VIE VU:VAN WS:SAM
  XK:KVX YE:YEM ZA:RSA ZM:ZAM ZW:ZIM
  AN:ANT CS:TCH DD:GDR SU:URS YU:YUG ZR:ZAI`;

/** The only country with several associations, and its parts in ISO 3166-2. */
const BRITISH = [
  { code: 'ENG', name: 'England', subdivision: 'GB-ENG' },
  { code: 'SCO', name: 'Scotland', subdivision: 'GB-SCT' },
  { code: 'WAL', name: 'Wales', subdivision: 'GB-WLS' },
  { code: 'NIR', name: 'Northern Ireland', subdivision: 'GB-NIR' },
] as const;

/** The associations of Great Britain and Northern Ireland: ENG, SCO, WAL and NIR. */
export const BRITISH_ASSOCIATIONS: readonly string[] = BRITISH.map(({ code }) => code);

/** The parts of the United Kingdom in ISO 3166-2 that have an association, such as `GB-ENG`. */
export const BRITISH_SUBDIVISIONS: readonly string[] = BRITISH.map(({ subdivision }) => subdivision);

const byCountry: ReadonlyMap<string, string> = new Map(
  CODES.split(/\s+/).map((pair) => [pair.slice(0, 2), pair.slice(3)] as const),
);

const countries: ReadonlyMap<string, string> = new Map(
  Array.from(byCountry, ([country, association]) => [association, country] as const),
);

/**
 * FIFA's three-letter code of the association of a country; null if it has none. Great Britain has several,
 * of which the club's is returned.
 */
export function associationOf(
  country: string | null | undefined,
  clubAssociation?: string | null,
): string | null {
  return (country === 'GB' ? clubAssociation : byCountry.get(country ?? '')) ?? null;
}

/** The country of an association, such as ES for `ESP`; undefined if there is no such association. */
export function countryOfAssociation(code: string): string | undefined {
  return BRITISH_ASSOCIATIONS.includes(code) ? 'GB' : countries.get(code);
}

/** The association of a part of Great Britain, such as `GB-SCT`. */
export function associationOfSubdivision(subdivision: string): string | undefined {
  return BRITISH.find((part) => part.subdivision === subdivision)?.code;
}

/**
 * The English name of the country or part of an association, such as `Scotland`; the code itself if it is
 * unknown.
 */
export function associationName(code: string): string {
  const country = countries.get(code);
  return (
    BRITISH.find((part) => part.code === code)?.name ?? (country === undefined ? code : countryName(country))
  );
}
