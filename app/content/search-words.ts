/** Words by which people who are new look for a passage and that it does not have, by the passage's address. */
export const searchWords: Record<string, string> = {
  '/docs/quick-start#on-your-own-machine': 'try demo locally laptop local evaluate',
  '/docs/quick-start#in-your-aws-account':
    'getting started tutorial hello world first deployment begin onboarding',
  '/docs/applications#the-fields':
    'dockerfile container docker compose port expose app service create resources',
  '/docs/applications#health-check-and-container':
    'health check path endpoint url readiness liveness probe healthcheck timeout SIGTERM tini capabilities',
  '/docs/applications#declare-a-version': 'release tag build digest sha publish new version',
  '/docs/applications#auto-deploy': 'continuous deployment CD automatic deploy on push latest',
  '/docs/applications#size': 'OOM out of memory killed 137 RAM limit vCPU instance size',
  '/docs/applications#delete-an-application': 'remove app destroy',
  '/docs/applications#limits-of-a-team': 'quota maximum limits',
  '/docs/application-integration#health': 'healthcheck endpoint readiness liveness probe ping',
  '/docs/application-integration#variables-of-your-own':
    'env vars environment variables config settings secrets API key password',
  '/docs/application-integration#a-env-file': 'dotenv .env import upload',
  '/docs/application-integration#secrets':
    'secrets manager vault parameter store SSM password API key credentials',
  '/docs/application-integration#ending-gracefully':
    'graceful shutdown SIGTERM drain connection termination stop signal',
  '/docs/application-integration#aws-credentials':
    'IAM role permissions S3 DynamoDB SQS access key task role instance profile',
  '/docs/application-integration#output': 'logs logging stdout console',
  '/docs/aws-ecr#what-an-image-must-be':
    'arm arm64 graviton x86 amd64 platform exec format error architecture buildx',
  '/docs/aws-ecr#another-registry-with-a-login':
    'docker hub ghcr gitlab private registry pull secret login credentials',
  '/docs/aws-ecr#when-a-pull-fails':
    'image pull failed error ImagePullBackOff CannotPullContainer not found denied',
  '/docs/environments': 'staging production preview cluster namespace',
  '/docs/environments#spot-strategy': 'spot interruption preemptible reclaim on-demand cheap save money',
  '/docs/environments#process-overrides':
    'scale scaling replicas instances number of processes scale up down horizontal',
  '/docs/environments#what-processes-print': 'logs log tail stdout cloudwatch logging view output',
  '/docs/environments#rename-and-delete': 'destroy tear down remove environment',
  '/docs/external-resources#aws-accounts': 'connect link AWS account cloudformation role template IAM',
  '/docs/external-resources#hosted-zones':
    'custom domain own domain name DNS route 53 route53 cname subdomain',
  '/docs/external-resources#https': 'SSL TLS certificate ACM lets encrypt secure https',
  '/docs/load-balancers': 'ingress ALB public url address expose internet',
  '/docs/load-balancers#how-it-behaves': 'websocket websockets sticky sessions timeout ALB http',
  '/docs/load-balancers#a-name-of-your-own': 'custom domain own domain name DNS cname alias',
  '/docs/load-balancers#what-aws-charges': 'load balancer price cost',
  '/docs/external-networks#add-a-network':
    'database postgres mysql RDS redis elasticache cache mongodb VPC peering private network',
  '/docs/external-networks#link-it-to-an-environment':
    'database postgres mysql RDS redis VPC peering connect security group',
  '/docs/deployments#patch': 'deploy release ship update rollout new version',
  '/docs/deployments#promote': 'promote staging to production copy environment',
  '/docs/deployments#revert': 'rollback roll back previous version undo restore go back',
  '/docs/deployments#automatic-rollback': 'automatic rollback auto rollback',
  '/docs/deployments#restart': 'reboot rolling restart redeploy',
  '/docs/deployments#stop-and-retry': 'cancel abort deployment',
  '/docs/deployments#approval': 'approval gate four eyes review protect production manual',
  '/docs/deployments#without-downtime': 'zero downtime blue green rolling update canary',
  '/docs/deployments#when-a-deployment-fails': 'deployment failed stuck error troubleshoot debug',
  '/docs/deployments#cost': 'price increase budget limit alert',
  '/docs/notifications#add-a-webhook': 'slack teams discord chat alert webhook pagerduty',
  '/docs/usage#warnings': 'alert alarm threshold memory usage CPU throttling OOM',
  '/docs/notifications': 'alerts alerting monitoring email notify',
  '/docs/cicd-integration#the-two-calls': 'CI CD jenkins gitlab circleci bitbucket pipeline curl build',
  '/docs/cicd-integration#without-a-stored-token': 'OIDC keyless workload identity federation',
  '/docs/cicd-integration#rotate-a-token': 'token expired renew API key rotation',
  '/docs/cicd-integration/github-integration#the-workflow': 'github actions workflow yaml',
  '/docs/cicd-integration/command-line': 'CLI terminal install sdo command',
  '/docs/api': 'REST API openapi swagger curl HTTP',
  '/docs/security#in-your-aws-account': 'permissions IAM policy least privilege what access',
  '/docs/security#system-updates': 'patch OS AMI updates',
  '/docs/users#who-may-do-what': 'roles permissions RBAC access control admin member',
  '/docs/users#add-a-person': 'invite invitation colleague teammate team member add user',
  '/docs/users#make-an-admin': 'administrator owner promote user',
  '/docs/users#your-own-login':
    '2FA MFA two-factor authenticator forgot password reset change password session',
  '/docs/users#audit-log': 'audit trail history who changed compliance',
  '/docs/users#the-account-of-your-team': 'close account cancel delete team billing',
  '/docs/sleep': 'hibernate pause suspend idle scale to zero night weekend',
  '/docs/usage#auto-scaling': 'autoscaling autoscale HPA scale automatically load',
  '/docs/upcoming-features#other-regions': 'region eu-west-1 frankfurt europe multi-region',
  '/docs/upcoming-features#single-sign-on': 'SSO SAML okta google login OIDC azure AD SCIM',
  '/docs/upcoming-features#jobs': 'cron cronjob scheduled job task batch one-off migration schedule worker',
  '/docs/upcoming-features#persistent-volumes': 'volume disk storage EBS EFS stateful persistent mount',
  '/docs/upcoming-features#other-commands': 'command entrypoint CMD args override',
  '/docs/upcoming-features#grpc-and-http-2': 'grpc http2 h2',
  '/docs/upcoming-features#other-protocols': 'TCP UDP SMTP MQTT port protocol',
  '/docs/upcoming-features#other-processors': 'GPU CUDA x86 amd64 intel',
  '/docs/upcoming-features#failover-between-zones': 'high availability HA failover multi-AZ zone outage',
  '/docs/upcoming-features#shell-access': 'ssh exec shell bash console login terminal debug container',
  '/docs/upcoming-features#terraform':
    'terraform pulumi cloudformation infrastructure as code IaC provider helm',
  '/docs/upcoming-features#other-workloads': 'lambda serverless kubernetes helm static site buildpack',
  '/docs/changelog': 'changelog release notes new',
}

/** Words of questions that say nothing about what is looked for. */
export const wordsOfQuestions = new Set(
  (
    'a about an and are at be by can could do does for from get give has have how i if in into is it make me my need of on open or our ' +
    'possible put set should sdo somebody someone that the their there this to up use using want was we what when where which who why will with you your'
  ).split(' '),
)
