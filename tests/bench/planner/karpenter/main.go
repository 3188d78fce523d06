// What Karpenter's own scheduler would launch for workloads of the planner: `karpenter-rival workload.json…` prints one line of JSON for each.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/log"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
	"sigs.k8s.io/karpenter/pkg/operator/logging"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	karpenterscheduling "sigs.k8s.io/karpenter/pkg/scheduling"
)

type answer struct {
	CostPerHour float64 `json:"costPerHour"`
	Instances   int     `json:"instances"`
	Unplaced    int     `json:"unplaced"`
	// From pods and instance types to node claims.
	Milliseconds float64 `json:"milliseconds"`
	// Of all cores together.
	ProcessorMilliseconds float64 `json:"processorMilliseconds"`
}

func main() {
	log.SetLogger(logging.NopLogger)
	for _, path := range os.Args[1:] {
		one, err := answerFor(path)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
			os.Exit(1)
		}
		line, _ := json.Marshal(one)
		fmt.Println(string(line))
	}
}

func answerFor(path string) (answer, error) {
	workload, err := readWorkload(path)
	if err != nil {
		return answer{}, err
	}
	instanceTypes := instanceTypesOf(workload)
	pods := podsOf(workload)
	runtime.GC()
	began, processor := time.Now(), processorTime()
	results, err := schedule(pods, instanceTypes)
	if err != nil {
		return answer{}, err
	}
	one := answer{
		Instances:             len(results.NewNodeClaims),
		Unplaced:              len(results.PodErrors),
		Milliseconds:          float64(time.Since(began).Microseconds()) / 1000,
		ProcessorMilliseconds: float64((processorTime() - processor).Microseconds()) / 1000,
	}
	for _, claim := range results.NewNodeClaims {
		price, err := cheapest(claim, workload)
		if err != nil {
			return answer{}, err
		}
		one.CostPerHour += price
	}
	return one, nil
}

// schedule does what Karpenter's provisioner does for pending pods in an empty cluster.
func schedule(pods []*corev1.Pod, instanceTypes []*cloudprovider.InstanceType) (scheduling.Results, error) {
	gates := options.DefaultFeatureGates()
	ctx := (&options.Options{IgnoreDRARequests: true, FeatureGates: gates}).ToContext(
		injection.WithControllerName(context.Background(), "provisioner"))
	pool := nodePool()
	types := map[string][]*cloudprovider.InstanceType{pool.Name: instanceTypes}
	client := fakeclient.NewClientBuilder().Build()
	realClock := &clock.RealClock{}
	cluster := state.NewCluster(realClock, client, nil)
	settings := []scheduling.Options{
		scheduling.DisableReservedCapacityFallback,
		scheduling.NumConcurrentReconciles(runtime.NumCPU()),
		scheduling.MinValuesPolicy(options.MinValuesPolicyStrict),
	}
	topology, err := scheduling.NewTopology(ctx, client, cluster, nil, []*v1.NodePool{pool}, types, pods, settings...)
	if err != nil {
		return scheduling.Results{}, err
	}
	scheduler := scheduling.NewScheduler(ctx, client, []*v1.NodePool{pool}, cluster, nil, topology, types, nil,
		events.NewRecorder(&record.FakeRecorder{}), realClock, nil, nil, settings...)
	return scheduler.Solve(ctx, pods)
}

// cheapest is the bill of what the cloud launches for a claim at best.
func cheapest(claim *scheduling.NodeClaim, from workload) (float64, error) {
	least := -1.0
	requested := claim.Spec.Resources.Requests[corev1.ResourceCPU]
	for _, instanceType := range claim.InstanceTypeOptions {
		for _, offering := range instanceType.Offerings.Available() {
			fits := claim.Requirements.IsCompatible(offering.Requirements, karpenterscheduling.AllowUndefinedWellKnownLabels)
			bill := from.bill(instanceType.Name, offering.Price, requested.AsApproximateFloat64())
			if fits && (least < 0 || bill < least) {
				least = bill
			}
		}
	}
	if least < 0 {
		return 0, fmt.Errorf("a node claim has no offering left")
	}
	return least, nil
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
