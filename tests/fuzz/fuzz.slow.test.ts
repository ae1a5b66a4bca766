import { testFuzz } from './test-fuzz.ts';

testFuzz(20_000);
