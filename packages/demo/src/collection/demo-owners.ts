import type { DemoItem, DemoOwner } from './demo-item.ts';
import { DEMO_SHELF } from './demo-shelf.ts';

const FEW_SHIRTS: readonly DemoItem[] = [
  {
    thing: 'jersey',
    name: 'Netherlands home shirt 1998',
    kit: 'Netherlands 1998 Home',
    condition: ['VERY_GOOD', 8],
    description: 'Oranje. Worn for one semi-final and retired.',
    tags: ['world cup', 'home'],
    size: 'M',
  },
  {
    thing: 'jersey',
    name: 'Nigeria home shirt 1994, Okocha 10',
    kit: 'Nigeria 1994 Home',
    condition: ['GOOD', 7],
    description: 'The number has lost a corner. Everything else is how I remember it.',
    tags: ['world cup', 'nameset'],
    size: 'L',
    nameset: ['Okocha', 10],
  },
  {
    thing: 'jersey',
    name: 'Fiorentina home shirt 1998-99, Batistuta 9, signed',
    kit: 'ACF Fiorentina 1998-99 Home',
    condition: ['EXCELLENT', 9],
    description: 'Purple, signed, and the reason why I collect.',
    tags: ['signed', 'nameset', 'home'],
    size: 'XL',
    nameset: ['Batistuta', 9],
    isSigned: true,
  },
  {
    thing: 'crewneck',
    name: 'Bayern sweatshirt 2024-25',
    kit: 'FC Bayern München 2024-25 Training',
    condition: ['BNWT', 10],
    description: 'For cold mornings on the touchline.',
    tags: ['training', 'everyday'],
    size: 'M',
  },
  {
    thing: 'tracksuit',
    name: 'Málaga tracksuit 2024-25',
    kit: 'Málaga CF 2024-25 Anthem Jacket',
    condition: ['EXCELLENT', 9],
    description: 'Navy with white cuffs. Too good for training.',
    tags: ['training'],
    size: 'L',
  },
];

/** The owners of demo collections. The first is the demo collector, whose credentials `npm start` prints. */
export const DEMO_OWNERS: readonly [DemoOwner, ...DemoOwner[]] = [
  { username: 'demo', email: 'demo@kitroom.example', name: 'Demo Collector', items: DEMO_SHELF },
  { username: 'iris', email: 'iris@kitroom.example', name: 'Iris Halloran', items: FEW_SHIRTS },
];
