import { testFuzz } from './test-fuzz.ts';

testFuzz(2000);
