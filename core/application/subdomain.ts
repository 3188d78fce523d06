export const maximumSubdomainLength = 55
export const subdomainPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
