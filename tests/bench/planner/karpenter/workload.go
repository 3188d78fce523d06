package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// Figures stay as they are written, so that none is rounded.
type workload struct {
	SpotStrategy string `json:"spotStrategy"`
	Applications []struct {
		Name              string      `json:"name"`
		CPU               json.Number `json:"cpu"`
		MemoryMb          json.Number `json:"memoryMb"`
		Count             int64       `json:"count"`
		MaxSpotPercentage json.Number `json:"maxSpotPercentage"`
	} `json:"applications"`
	Offerings []struct {
		InstanceType       string      `json:"instanceType"`
		Zone               string      `json:"zone"`
		Market             string      `json:"market"`
		PricePerHour       float64     `json:"pricePerHour"`
		VCPU               json.Number `json:"vcpu"`
		MemoryMib          json.Number `json:"memoryMib"`
		BaselineVCPU       float64     `json:"baselineVcpu"`
		SurplusPerVCPUHour float64     `json:"surplusPerVcpuHour"`
	} `json:"offerings"`
	InstancePerHour float64 `json:"instancePerHour"`
	Overhead        struct {
		CPU      json.Number `json:"cpu"`
		MemoryMb json.Number `json:"memoryMb"`
	} `json:"overhead"`
}

// bill is what an instance of the type costs an hour where its pods use so many cores; those of a claim are taken to use what they ask for.
func (from workload) bill(instanceType string, price, requested float64) float64 {
	overhead, _ := from.Overhead.CPU.Float64()
	for _, one := range from.Offerings {
		if one.InstanceType == instanceType {
			return price + from.InstancePerHour +
				one.SurplusPerVCPUHour*max(0, requested+overhead-one.BaselineVCPU)
		}
	}
	return price + from.InstancePerHour
}

func readWorkload(path string) (workload, error) {
	var read workload
	text, err := os.ReadFile(path)
	if err != nil {
		return read, err
	}
	return read, json.Unmarshal(text, &read)
}

// quantity of a figure in units of so many billionths, rounded up to billionths.
func quantity(figure json.Number, unit int64) resource.Quantity {
	exact, ok := new(big.Rat).SetString(string(figure))
	if !ok {
		panic(fmt.Sprintf("%q is no number", figure))
	}
	exact.Mul(exact, new(big.Rat).SetInt64(unit))
	whole, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return resource.MustParse(whole.String() + "n")
}

func cores(figure json.Number) resource.Quantity { return quantity(figure, 1_000_000_000) }

func bytes(figure json.Number, unit int64) resource.Quantity {
	exact, _ := new(big.Rat).SetString(string(figure))
	exact.Mul(exact, new(big.Rat).SetInt64(unit))
	whole, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return *resource.NewQuantity(whole.Int64(), resource.DecimalSI)
}

const megabyte, mebibyte = 1_000_000, 1_048_576

func nodePool() *v1.NodePool {
	return &v1.NodePool{
		ObjectMeta: metav1.ObjectMeta{Name: "all"},
		Spec: v1.NodePoolSpec{Template: v1.NodeClaimTemplate{Spec: v1.NodeClaimTemplateSpec{
			NodeClassRef: &v1.NodeClassReference{Group: "sdo.dev", Kind: "NodeClass", Name: "all"},
			Requirements: []v1.NodeSelectorRequirementWithMinValues{{
				Key:      v1.CapacityTypeLabelKey,
				Operator: corev1.NodeSelectorOpIn,
				Values:   []string{v1.CapacityTypeSpot, v1.CapacityTypeOnDemand},
			}},
		}}},
	}
}

// instanceTypesOf makes one instance type of each name, with its offerings; what the planner calls overhead is reserved on each.
func instanceTypesOf(from workload) []*cloudprovider.InstanceType {
	byName := map[string]*cloudprovider.InstanceType{}
	var all []*cloudprovider.InstanceType
	for _, one := range from.Offerings {
		instanceType := byName[one.InstanceType]
		if instanceType == nil {
			instanceType = &cloudprovider.InstanceType{
				Name: one.InstanceType,
				Requirements: scheduling.NewRequirements(
					scheduling.NewRequirement(corev1.LabelInstanceTypeStable, corev1.NodeSelectorOpIn, one.InstanceType),
					scheduling.NewRequirement(corev1.LabelArchStable, corev1.NodeSelectorOpIn, "arm64"),
					scheduling.NewRequirement(corev1.LabelOSStable, corev1.NodeSelectorOpIn, string(corev1.Linux)),
					scheduling.NewRequirement(corev1.LabelTopologyZone, corev1.NodeSelectorOpIn),
					scheduling.NewRequirement(v1.CapacityTypeLabelKey, corev1.NodeSelectorOpIn),
				),
				Capacity: corev1.ResourceList{
					corev1.ResourceCPU:    cores(one.VCPU),
					corev1.ResourceMemory: bytes(one.MemoryMib, mebibyte),
					// The planner knows no limit of processes on an instance.
					corev1.ResourcePods: resource.MustParse("1000000"),
				},
				Overhead: &cloudprovider.InstanceTypeOverhead{KubeReserved: corev1.ResourceList{
					corev1.ResourceCPU:    cores(from.Overhead.CPU),
					corev1.ResourceMemory: bytes(from.Overhead.MemoryMb, megabyte),
				}},
			}
			byName[one.InstanceType] = instanceType
			all = append(all, instanceType)
		}
		instanceType.Requirements.Get(corev1.LabelTopologyZone).Insert(one.Zone)
		instanceType.Requirements.Get(v1.CapacityTypeLabelKey).Insert(one.Market)
		instanceType.Offerings = append(instanceType.Offerings, &cloudprovider.Offering{
			Available: true,
			Price:     one.PricePerHour,
			Requirements: scheduling.NewLabelRequirements(map[string]string{
				v1.CapacityTypeLabelKey:  one.Market,
				corev1.LabelTopologyZone: one.Zone,
			}),
		})
	}
	return all
}

// podsOf makes a pod of each process. Of an application with a Spot limit so many may go anywhere, the others ask for on-demand.
func podsOf(from workload) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, application := range from.Applications {
		limit := spotLimit(from.SpotStrategy, application.Count, application.MaxSpotPercentage)
		for number := int64(0); number < application.Count; number++ {
			name := fmt.Sprintf("%s-%d", application.Name, number)
			// Karpenter takes pods of one size in the order of these, which are random in a cluster; here as the baseline takes them.
			uid := fmt.Sprintf("%t %s", number >= limit, name)
			pod := &corev1.Pod{
				ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(uid)},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{
					Name: "process",
					Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
						corev1.ResourceCPU:    cores(application.CPU),
						corev1.ResourceMemory: bytes(application.MemoryMb, megabyte),
					}},
				}}},
				Status: corev1.PodStatus{Phase: corev1.PodPending},
			}
			if number >= limit {
				pod.Spec.NodeSelector = map[string]string{v1.CapacityTypeLabelKey: v1.CapacityTypeOnDemand}
			}
			pods = append(pods, pod)
		}
	}
	return pods
}

func spotLimit(strategy string, count int64, percentage json.Number) int64 {
	limit := map[string]int64{"ALL": count, "ALL_BUT_ONE": max(0, count-1), "HALF_OR_LESS": count / 2, "NONE": 0}[strategy]
	if percentage == "" {
		return limit
	}
	share, _ := new(big.Rat).SetString(string(percentage))
	share.Mul(share, big.NewRat(count, 100))
	return min(limit, new(big.Int).Quo(share.Num(), share.Denom()).Int64())
}
