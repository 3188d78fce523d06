/** A month as the prices of clouds are usually given: 365 days of 24 hours, divided by 12. */
export const hoursPerMonth = 730
