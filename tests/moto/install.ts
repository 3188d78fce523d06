import { ensureMotoPython, missingForMoto } from './moto-python'

// Run ahead of the tests, so that the slow first installation counts against no test's time limit.
const missing = missingForMoto()
if (missing && process.env.SDO_REQUIRE_ALL_SUITES !== '1') console.warn(`No AWS for tests. ${missing}`)
else console.log(`The Python with moto is ${await ensureMotoPython()}`)
